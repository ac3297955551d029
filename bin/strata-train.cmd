@echo off
rem strata-train for Windows: trains the JVM's start-up caches.
setlocal
call "%~dp0strata-env.cmd"
if errorlevel 1 exit /b 1
%STRATA_RUN% org.strata.launcher.aot.Trainer %*
