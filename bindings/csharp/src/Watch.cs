using System;
using System.Threading;

namespace Coppice
{
    /// <summary>Who is told of the progress of one call, and who may end it.</summary>
    internal sealed class Watch
    {
        private readonly IProgress<ProgressInfo> progress;
        private readonly CancellationToken cancellation;
        private readonly int whenCancelled;

        public Watch(IProgress<ProgressInfo> progress, CancellationToken cancellation, bool keeps)
        {
            this.progress = progress;
            this.cancellation = cancellation;
            whenCancelled = keeps ? Callbacks.Stop : Callbacks.Cancel;
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
