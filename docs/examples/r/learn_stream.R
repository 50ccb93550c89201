# Learn from a stream, save it and go on, and take models of it meanwhile: forked processes predict with each,
# whose predictions never change while the stream learns.
#
#     Rscript learn_stream.R
library(coppice)

SNAPSHOTS <- 10
BLOCK <- 500
TIMES <- 20

# Two classes that move every 1,000 rows, and a machine that forgets.
data <- coppice_generate("switching", (SNAPSHOTS + 1) * BLOCK, seed = 1)
probes <- as.matrix(data[1:200])
stream <- coppice_stream("norma", classes = c(-1, 1), features = 2, kernel = "gaussian(gamma=1)", max_terms = 200,
                         rate_floor = 0.1)
block <- function(k) data[(k - 1) * BLOCK + seq_len(BLOCK)]

path <- tempfile(fileext = ".cbor")
jobs <- list()
for (k in seq_len(SNAPSHOTS)) {
  coppice_learn(stream, block(k))
  model <- coppice_snapshot(stream)
  decisions <- predict(model, probes, "decision")
  jobs[[k]] <- parallel::mcparallel(all(replicate(TIMES, identical(predict(model, probes, "decision"), decisions))))
  cat(sprintf("%d rows: error so far %.3f, of the snapshot on the next %d %.3f\n", stream$rows,
              stream$prequential_error, BLOCK, coppice_evaluate(model, block(k + 1))$criteria["error"]))
  if (k == SNAPSHOTS / 2) {
    coppice_save_stream(stream, path) # the program might end here
    stream <- coppice_load_stream(path)
    unlink(path)
    cat(sprintf("saved, and gone on at row %d\n", stream$rows))
  }
}

equal <- all(unlist(parallel::mccollect(jobs)))
cat(sprintf("%d snapshots, each predicted %d times beside the stream: %s\n", SNAPSHOTS, TIMES,
            if (equal) "equal" else "different"))
quit(status = !equal)
