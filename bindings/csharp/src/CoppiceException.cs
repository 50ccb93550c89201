using System;

namespace Coppice
{
    /// <summary>
    /// What the library refused. The message names argument, row, feature and value, and what was expected.
    /// </summary>
    public sealed class CoppiceException : Exception
    {
        internal const int BufferTooSmall = 30;
        internal const int Cancelled = 62;

        private CoppiceException(int code, string message) : base(message)
        {
            Code = code;
            Status = Capi.status_name(code);
        }

        /// <summary>The number of the status, one of <c>coppice_status</c> in <c>coppice.h</c>.</summary>
        public int Code { get; }

        /// <summary>The name of the status, such as <c>COPPICE_INVALID_OPTION</c>.</summary>
        public string Status { get; }

        internal static void Check(int status)
        {
            if (status != 0)
                Throw(status);
        }

        /// <summary>What a callback threw is why the call failed, and comes out as it was.</summary>
        private static void Throw(int status)
        {
            string message = Capi.last_error();
            Callbacks.Rethrow();
            throw new CoppiceException(status, message);
        }
    }
}
