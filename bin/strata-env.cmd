@echo off
rem Shared by the commands for Windows: sets STRATA_RUN to the words that run a class of mpi.jar on a JDK 25 or newer: that of
rem STRATA_JAVA_HOME, of JAVA_HOME, or the java in PATH.
set "STRATA_JAVA=java"
if defined JAVA_HOME set "STRATA_JAVA=%JAVA_HOME%\bin\java"
if defined STRATA_JAVA_HOME set "STRATA_JAVA=%STRATA_JAVA_HOME%\bin\java"
for %%D in ("%~dp0..") do set "STRATA_DIST=%%~fD"
if not exist "%STRATA_DIST%\lib\mpi.jar" (
  echo There is no "%STRATA_DIST%\lib\mpi.jar": these commands belong to an unpacked distribution. 1>&2
  exit /b 1
)
"%STRATA_JAVA%" --version >nul 2>&1
if errorlevel 1 (
  echo "%STRATA_JAVA%" does not start as Java 25: install a JDK 25 or newer, and name its directory in JAVA_HOME or STRATA_JAVA_HOME. 1>&2
  exit /b 1
)
set STRATA_RUN="%STRATA_JAVA%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED "-Dstrata.home=%STRATA_DIST%" -cp "%STRATA_DIST%\lib\mpi.jar"
exit /b 0
