import { statfsSync } from 'node:fs'
import { isLoopback } from '@wattyard/identity/server'
import type { Database } from '@wattyard/server-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Less free space than this and the product calls itself not ready: settlement needs room. */
export const DISK_RESERVE_BYTES = 512 * 1024 * 1024
/** Wall clock against monotonic clock; a larger jump makes instants untrustworthy. */
export const CLOCK_JUMP_MS = 2_000
const WATCH_MS = 5_000
/** Who asks whether we are ready has a clock too, and hangs up on the late. */
const ANSWER_MS = 2_000

export interface Readiness {
  ready: boolean
  checks?: Record<string, { ok: boolean; detail: string }>
}

/** Asked on this machine itself, not through a proxy on it. */
function isFromHere({ ip, headers }: FastifyRequest): boolean {
  return isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

/** Watches the wall clock: pricing and day close rest on it. */
function watchClock(): { jump(): number; stop(): void } {
  let offset = Date.now() - performance.now()
  let jump = 0
  const timer = setInterval(() => {
    const now = Date.now() - performance.now()
    jump = Math.abs(now - offset)
    // A one-time step is reported for one period; afterwards the new time is the time.
    offset = now
  }, WATCH_MS)
  timer.unref()
  return { jump: () => jump, stop: () => clearInterval(timer) }
}

/** @throws Error when it takes longer; what was begun goes on */
async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), ANSWER_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface HealthWorld {
  db: Database
  dataFolder: string
  /** Whether anybody may read what was found; else only the machine itself may. */
  isDetailed: boolean
}

/**
 * `/healthz`: the process lives. `/readyz`: it can do its work; 503 and the failing check otherwise. In production the checks
 * are told to this machine alone: sizes and delays are hints for whoever attacks.
 */
export function serveHealth(
  fastify: FastifyInstance,
  { db, dataFolder, isDetailed }: HealthWorld,
  extra: () => Record<string, { ok: boolean; detail: string }>,
): void {
  const clock = watchClock()
  fastify.addHook('onClose', async () => clock.stop())
  fastify.get('/healthz', () => ({ status: 'alive' }))
  fastify.get('/readyz', async (request, reply) => {
    const checks: NonNullable<Readiness['checks']> = { ...extra() }
    const started = performance.now()
    try {
      await inTime(db.platform(tx => tx.query('select 1')))
      checks.database = { ok: true, detail: `${Math.round(performance.now() - started)} ms` }
    } catch {
      checks.database = { ok: false, detail: 'no answer' }
    }
    const disk = statfsSync(dataFolder)
    const free = disk.bavail * disk.bsize
    checks.disk = { ok: free > DISK_RESERVE_BYTES, detail: `${Math.round(free / 1024 / 1024)} MiB free` }
    checks.clock = { ok: clock.jump() < CLOCK_JUMP_MS, detail: `${Math.round(clock.jump())} ms jump` }
    const ready = Object.values(checks).every(check => check.ok)
    const told: Readiness = isDetailed || isFromHere(request) ? { ready, checks } : { ready }
    return reply.status(ready ? 200 : 503).send(told)
  })
}
