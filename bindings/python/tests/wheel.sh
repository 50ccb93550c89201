# The wheel, built of this checkout and put into an empty folder, runs the README's example there.
# usage: wheel.sh SOURCE LIBRARY PYTHON WORK
set -eu
source=$1 library=$2 python=$3 work=$4
rm -rf "$work"
mkdir -p "$work/source"
cp -R "$source/include" "$work/source/include"
mkdir "$work/source/bindings"
cp -R "$source/bindings/python" "$work/source/bindings/python"
cd "$work"
COPPICE_LIBRARY=$library "$python" -m pip -q wheel --no-index --no-build-isolation --no-deps --wheel-dir dist \
  source/bindings/python
ls dist/coppice-*-py3-none-*.whl
"$python" -m pip -q install --no-index --no-deps --target installed dist/coppice-*.whl
sed -n '/^```python$/,/^```$/p' source/bindings/python/README.md | sed '/^```$/,$d; 1d' >example.py
cp -R "$source/capi_tests" capi_tests
env -u COPPICE_LIBRARY PYTHONPATH="$work/installed" "$python" example.py >printed
cat printed
printf 'held-out error 5.82 %%\nfirst mail scores +3.706\n' | diff - printed
