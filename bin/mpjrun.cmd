@echo off
rem mpjrun for Windows: mpirun with the options of MPJ Express.
setlocal
call "%~dp0strata-env.cmd"
if errorlevel 1 exit /b 1
rem Options for JVMs in the environment are meant for the ranks.
set "STRATA_HIDDEN_JDK_JAVA_OPTIONS=%JDK_JAVA_OPTIONS%"
set "STRATA_HIDDEN_JAVA_TOOL_OPTIONS=%JAVA_TOOL_OPTIONS%"
set "STRATA_HIDDEN__JAVA_OPTIONS=%_JAVA_OPTIONS%"
set JDK_JAVA_OPTIONS=
set JAVA_TOOL_OPTIONS=
set _JAVA_OPTIONS=
%STRATA_RUN% org.strata.launcher.Mpjrun %*
