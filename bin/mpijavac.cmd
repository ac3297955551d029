@echo off
rem mpijavac for Windows: javac with mpi.jar on the class path.
setlocal
call "%~dp0strata-env.cmd"
if errorlevel 1 exit /b 1
%STRATA_RUN% org.strata.launcher.Mpijavac %*
