using System;
using System.Collections.Generic;
using System.Globalization;

namespace Coppice
{
    /// <summary>
    /// Options by name, kept until something is built that has them. What an option takes is checked then.
    /// </summary>
    public abstract class OptionBuilder
    {
        private readonly Dictionary<string, OptionValue> options = new Dictionary<string, OptionValue>();

        internal OptionBuilder() { }

        /// <summary>An option that was set.</summary>
        /// <param name="name">Of the option.</param>
        /// <returns>Its value.</returns>
        /// <exception cref="KeyNotFoundException">It was not set.</exception>
        public OptionValue this[string name]
        {
            get => options[name];
            set => options[name] = value;
        }

        /// <summary>What an option is set to.</summary>
        /// <param name="name">Of the option.</param>
        /// <param name="standard">What it is by default.</param>
        /// <returns>The number.</returns>
        protected double GetReal(string name, double standard) =>
            options.TryGetValue(name, out OptionValue value) ? value.ToDouble() : standard;

        /// <summary>What an option is set to.</summary>
        /// <param name="name">Of the option.</param>
        /// <param name="standard">What it is by default.</param>
        /// <returns>The number.</returns>
        protected long GetWhole(string name, long standard) =>
            options.TryGetValue(name, out OptionValue value)
                ? long.Parse(value.ToString(), CultureInfo.InvariantCulture)
                : standard;

        /// <summary>What an option is set to.</summary>
        /// <param name="name">Of the option.</param>
        /// <param name="standard">What it is by default.</param>
        /// <returns>The text.</returns>
        protected string GetText(string name, string standard) =>
            options.TryGetValue(name, out OptionValue value) ? value.ToString() : standard;

        /// <summary>What was built gets them; it is disposed of where one is refused.</summary>
        internal T Give<T>(T built, Action<string, OptionValue> set) where T : IDisposable
        {
            try
            {
                foreach (KeyValuePair<string, OptionValue> option in options)
                    set(option.Key, option.Value);
                return built;
            }
            catch
            {
                built.Dispose();
                throw;
            }
        }
    }
}
