@echo off
rem Runs Muster from this folder on Windows. The first start makes the virtual environment .venv beside this file.
setlocal
set "launch=%~dp0scripts\launch.py"
if defined MUSTER_PYTHON goto named
where py >nul 2>nul
if errorlevel 1 goto plain
py -3 -I "%launch%" %*
exit /b %errorlevel%
:named
"%MUSTER_PYTHON%" -I "%launch%" %*
exit /b %errorlevel%
:plain
where python >nul 2>nul
if errorlevel 1 goto none
python -I "%launch%" %*
exit /b %errorlevel%
:none
echo muster: needs Python 3.11 or newer, found none; install it from python.org, then start again. 1>&2
exit /b 1
