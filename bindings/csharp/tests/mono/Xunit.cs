using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

/// <summary>As much of xunit as the tests use, for Mono, which has none: the same tests run on both.</summary>
namespace Xunit
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class FactAttribute : Attribute { }

    public sealed class FailedException : Exception
    {
        public FailedException(string message) : base(message) { }
    }

    public static class Assert
    {
        public static void True(bool holds, string message = "expected true")
        {
            if (!holds)
                throw new FailedException(message);
        }

        public static void False(bool holds, string message = "expected false") => True(!holds, message);

        public static void Equal<T>(T expected, T actual)
        {
            True(AreEqual(expected, actual), "expected " + Show(expected) + ", got " + Show(actual));
        }

        public static void Equal<T>(IEnumerable<T> expected, IEnumerable<T> actual)
        {
            True(AreEqual(expected, actual), "expected " + Show(expected) + ", got " + Show(actual));
        }

        public static void Equal(double expected, double actual, double tolerance)
        {
            True(Math.Abs(expected - actual) <= tolerance, "expected " + expected + ", got " + actual);
        }

        public static void Same(object expected, object actual)
        {
            True(ReferenceEquals(expected, actual), "expected the same object, got " + actual);
        }

        public static void Contains(string expected, string actual)
        {
            True(actual.IndexOf(expected, StringComparison.Ordinal) >= 0,
                "expected \"" + expected + "\" in \"" + actual + "\"");
        }

        public static void Empty(IEnumerable actual)
        {
            True(!actual.GetEnumerator().MoveNext(), "expected nothing, got " + Show(actual));
        }

        public static T Throws<T>(Action call) where T : Exception
        {
            try
            {
                call();
            }
            catch (Exception error)
            {
                True(error.GetType() == typeof(T), "expected " + typeof(T) + ", got " + error);
                return (T)error;
            }
            throw new FailedException("expected " + typeof(T) + ", nothing was thrown");
        }

        private static bool AreEqual(object expected, object actual)
        {
            if (expected is IEnumerable first && actual is IEnumerable second && !(expected is string))
                return first.Cast<object>().SequenceEqual(second.Cast<object>());
            return Equals(expected, actual);
        }

        private static string Show(object value)
        {
            return value is IEnumerable all && !(value is string)
                ? "[" + string.Join(", ", all.Cast<object>().Take(8)) + "]"
                : "" + value;
        }
    }

    internal static class Runner
    {
        private static int Main()
        {
            int passed = 0;
            int failed = 0;
            foreach (MethodInfo test in Tests())
            {
                try
                {
                    test.Invoke(Activator.CreateInstance(test.DeclaringType), null);
                    ++passed;
                }
                catch (Exception error)
                {
                    ++failed;
                    Console.WriteLine(
                        "FAILED " + test.DeclaringType.Name + "." + test.Name + ": " +
                        (error.InnerException ?? error));
                }
            }
            Console.WriteLine("Passed: " + passed + ", failed: " + failed);
            return failed == 0 && passed > 0 ? 0 : 1;
        }

        private static IEnumerable<MethodInfo> Tests()
        {
            return typeof(Runner).Assembly.GetTypes().SelectMany(type => type.GetMethods())
                .Where(method => method.GetCustomAttribute<FactAttribute>() != null);
        }
    }
}
