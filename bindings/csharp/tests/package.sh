# The NuGet package, put into an empty project, is all that an example takes.
# usage: package.sh WORK PACKAGE SOURCE DOTNET
set -eu
work=$1 package=$2 source=$3 dotnet=$4
rm -rf "$work"
mkdir -p "$work/packages"
cd "$work"
cp "$source/docs/examples/csharp/Train.cs" .
cat >NuGet.Config <<END
<configuration>
  <packageSources><clear /><add key="built" value="$(dirname "$package")" /></packageSources>
</configuration>
END
version=$(basename "$package" .nupkg)
cat >User.csproj <<END
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net\$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="Coppice" Version="${version#Coppice.}" /></ItemGroup>
</Project>
END
export NUGET_PACKAGES="$work/packages" # of the same version there may have been others
"$dotnet" build User.csproj -v quiet -c Release -o program --disable-build-servers
cd /
"$dotnet" "$work/program/User.dll" "$source/capi_tests/data" >"$work/printed"
diff "$source/docs/examples/expected/train.txt" "$work/printed"
