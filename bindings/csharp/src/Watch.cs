using System;
using System.Threading;

namespace Coppice
{
    /// <summary>Who is told of the progress of one call, and who may end it.</summary>
    internal sealed class Watch
    {
        public static readonly IProgress<ProgressInfo> Nobody = new Silence();

        private readonly IProgress<ProgressInfo> progress;
        private readonly CancellationToken cancellation;
        private readonly int whenCancelled;

        public Watch(IProgress<ProgressInfo> progress, CancellationToken cancellation, bool keeps)
        {
            this.progress = progress;
            this.cancellation = cancellation;
            whenCancelled = keeps ? Callbacks.Stop : Callbacks.Cancel;
        }

        public delegate void Work(ProgressCallback callback, IntPtr user);

        /// <summary>Watches over work that is given what the library calls.</summary>
        public static void Over(
            IProgress<ProgressInfo> progress, CancellationToken cancellation, bool keeps, Work work)
        {
            if (progress == null)
                throw new ArgumentNullException(nameof(progress));
            IntPtr user = Callbacks.Keep(new Watch(progress, cancellation, keeps));
            try
            {
                work(Callbacks.Progress, user);
            }
            catch (CoppiceException error) when (error.Code == CoppiceException.Cancelled)
            {
                throw new OperationCanceledException(error.Message, error, cancellation);
            }
            finally
            {
                Callbacks.Forget(user);
            }
        }

        public int Report(IntPtr info)
        {
            if (!cancellation.IsCancellationRequested)
                progress.Report(ProgressInfo.Of(info));
            return cancellation.IsCancellationRequested ? whenCancelled : Callbacks.Continue;
        }
    }

    /// <summary>Where nobody wants to be told.</summary>
    internal sealed class Silence : IProgress<ProgressInfo>
    {
        public void Report(ProgressInfo value) { }
    }
}
