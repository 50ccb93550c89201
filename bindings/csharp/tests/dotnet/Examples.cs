using System;
using System.Reflection;
using Xunit;

// Memory and time are measured: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Coppice.Tests
{
    /// <summary>Runs the example that the first argument names.</summary>
    internal static class Examples
    {
        private static int Main(string[] arguments)
        {
            Type example = typeof(Examples).Assembly.GetType(arguments[0], true);
            MethodInfo main = example.GetMethod("Main", BindingFlags.Static | BindingFlags.NonPublic);
            object[] given = main.GetParameters().Length == 0
                ? new object[0]
                : new object[] { arguments.AsSpan(1).ToArray() };
            return main.Invoke(null, given) is int status ? status : 0;
        }
    }
}
