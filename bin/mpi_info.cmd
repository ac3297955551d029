@echo off
rem mpi_info for Windows: prints the components and parameters of this installation.
setlocal
call "%~dp0strata-env.cmd"
if errorlevel 1 exit /b 1
%STRATA_RUN% org.strata.launcher.MpiInfo %*
