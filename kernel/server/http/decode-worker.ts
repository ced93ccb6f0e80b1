import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import { bodyText, decodeBody } from './decode-body.ts'
import type { DecodeAnswer, DecodeJob } from './decode-large.ts'

// On Linux a priority is a thread's own: piles and people come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// What `decodeLarge` hands over.
const { type, bytes, limit } = workerData as DecodeJob

function answer(): DecodeAnswer {
  try {
    return { value: decodeBody(type, bodyText(bytes), limit) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, status, params } = error
    return { refusal: { code, status, params } }
  }
}

parentPort?.postMessage(answer())
