@echo off
rem mpi_top for Windows: shows what the ranks of this host do.
setlocal
call "%~dp0strata-env.cmd"
if errorlevel 1 exit /b 1
%STRATA_RUN% org.strata.launcher.MpiTop %*
