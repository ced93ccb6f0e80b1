import { statfsSync } from 'node:fs'
import { isLoopback } from '@wattyard/identity/server'
import type { Database } from '@wattyard/server-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Free space below which the product reports itself not ready, because settlement needs room. */
export const DISK_RESERVE_BYTES = 512 * 1024 * 1024
/** Difference of wall clock and monotonic clock above which instants are not trustworthy. */
export const CLOCK_JUMP_MS = 2_000
const WATCH_MS = 5_000
/** Longest wait for the database; the caller of `/readyz` has a timeout too. */
const ANSWER_MS = 2_000

export interface Readiness {
  ready: boolean
  checks?: Record<string, { ok: boolean; detail: string }>
}

/** Returns whether a request comes from this machine and not through a proxy on it. */
function isFromHere({ ip, headers }: FastifyRequest): boolean {
  return isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

/** Watches the wall clock, on which pricing and day close depend. */
function watchClock(): { jump(): number; stop(): void } {
  let offset = Date.now() - performance.now()
  let jump = 0
  const timer = setInterval(() => {
    const now = Date.now() - performance.now()
    jump = Math.abs(now - offset)
    // A single step is reported for one period; afterwards the new time is the reference.
    offset = now
  }, WATCH_MS)
  timer.unref()
  return { jump: () => jump, stop: () => clearInterval(timer) }
}

/**
 * Waits for work up to ANSWER_MS.
 * @throws Error when it takes longer; the work itself continues
 */
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
  /** Whether anybody may read the results of the checks; otherwise only this machine may. */
  isDetailed: boolean
}

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (it can do its work; otherwise 503 with the failing check). In
 * production only this machine sees the checks, because sizes and delays would help an attacker.
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
