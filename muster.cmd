@echo off
rem Runs Muster from this folder on Windows. The first start makes the virtual environment .venv beside this file.
setlocal
set "launch=%~dp0scripts\launch.py"
if defined MUSTER_PYTHON goto named
rem py may be there without a Python 3, and python may be only the link to the Store: try them.
py -3 -I -c "pass" >nul 2>nul
if errorlevel 1 goto plain
py -3 -I "%launch%" %*
exit /b %errorlevel%
:named
"%MUSTER_PYTHON%" -I "%launch%" %*
exit /b %errorlevel%
:plain
python -I -c "pass" >nul 2>nul
if errorlevel 1 goto none
python -I "%launch%" %*
exit /b %errorlevel%
:none
echo muster: needs Python 3.11 or newer, found none; install it from python.org, then start again. 1>&2
exit /b 1
