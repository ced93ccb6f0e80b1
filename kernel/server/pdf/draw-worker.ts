import { constants, setPriority } from 'node:os'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type DrawJob, sheetOfJob } from './draw-on-thread.ts'
import { writePdf } from './write-pdf.ts'

// On Linux a priority is a thread's own: piles and people come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const chunks: Buffer[] = []
const paper = new Writable({
  write(chunk: Buffer, _encoding, done) {
    chunks.push(chunk)
    done()
  },
})
const whole = finished(paper)
// What `drawOnThread` hands over.
await Promise.all([writePdf(paper, sheetOfJob(workerData as DrawJob)), whole])
parentPort?.postMessage(Uint8Array.from(Buffer.concat(chunks)))
