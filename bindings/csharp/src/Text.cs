using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Coppice
{
    /// <summary>Text on its way to and from the library: UTF-8 that ends with a NUL.</summary>
    internal static unsafe class Text
    {
        private static readonly UTF8Encoding Strict = new UTF8Encoding(false, true);

        public static byte[] Utf8(string text, string name)
        {
            if (text == null)
                throw new ArgumentNullException(name);
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("expected text without a NUL: " + text.Replace('\0', '?'));
            byte[] bytes = new byte[Strict.GetByteCount(text) + 1];
            Strict.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        public static string FromUtf8(byte[] bytes, int length)
        {
            return Encoding.UTF8.GetString(bytes, 0, length);
        }

        public static string FromUtf8(IntPtr text)
        {
            byte* bytes = (byte*)text;
            int length = 0;
            while (bytes[length] != 0)
                ++length;
            return length == 0 ? "" : Encoding.UTF8.GetString(bytes, length);
        }
    }

    /// <summary>Texts one after another in memory of their own, and where each begins.</summary>
    internal sealed unsafe class TextList : IDisposable
    {
        private readonly IntPtr memory;

        public TextList(string[] texts, string name)
        {
            if (texts == null)
                throw new ArgumentNullException(name);
            byte[][] all = new byte[texts.Length][];
            long size = (long)all.Length * sizeof(byte*);
            for (int k = 0; k < all.Length; ++k)
            {
                all[k] = Text.Utf8(texts[k], name + "[" + k + "]");
                size += all[k].Length;
            }
            memory = Marshal.AllocHGlobal(new IntPtr(Math.Max(size, 1)));
            Count = all.Length;
            byte* next = (byte*)(Pointers + all.Length);
            for (int k = 0; k < all.Length; ++k)
            {
                Pointers[k] = next;
                Marshal.Copy(all[k], 0, new IntPtr(next), all[k].Length);
                next += all[k].Length;
            }
        }

        public byte** Pointers => (byte**)memory;

        public long Count { get; }

        public void Dispose()
        {
            Marshal.FreeHGlobal(memory);
        }
    }
}
