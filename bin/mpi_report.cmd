@echo off
rem mpi_report for Windows: shows reports that mpirun --report=FILE.json has kept.
setlocal
call "%~dp0strata-env.cmd"
if errorlevel 1 exit /b 1
%STRATA_RUN% org.strata.launcher.MpiReport %*
