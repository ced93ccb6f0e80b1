import { Refusal } from '@wattyard/server-kit'
import type { FastifyInstance } from 'fastify'
import { REPORT_PATH } from './page-policy.ts'

/** Largest body; a report has a few hundred bytes. */
const BODY_LIMIT_BYTES = 8 * 1024
/** Lines in the log per minute, over all browsers; further ones are only counted. */
export const MAX_LINES = 20
const WINDOW_MS = 60_000
const MAX_TEXT = 200

interface ReportLog {
  warn(what: object, text: string): void
}

/** Returns an address without query and fragment, which may hold tokens and searches. */
function scrubbed(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const address = /^[a-z]+:\/\//.test(value) ? value.replace(/[?#].*$/s, '') : value.replace(/[:?#].*$/s, '')
  return address.slice(0, MAX_TEXT)
}

/** Returns the fields of a report to log: never the blocked text, only the place it was meant for. */
function lineOf(report: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { 'effective-directive': directive, 'line-number': line, 'script-sample': sample } = report
  return {
    directive: typeof directive === 'string' ? directive.slice(0, MAX_TEXT) : undefined,
    page: scrubbed(report['document-uri']),
    blocked: scrubbed(report['blocked-uri']),
    source: scrubbed(report['source-file']),
    line: typeof line === 'number' ? line : undefined,
    sink: typeof sample === 'string' ? sample.replace(/\|.*$/s, '').slice(0, 60) : undefined,
  }
}

function readReport(body: unknown): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '')
    const report = read !== null && typeof read === 'object' && 'csp-report' in read ? read['csp-report'] : null
    return report !== null && typeof report === 'object' ? { ...report } : null
  } catch {
    return null
  }
}

/** Limits the lines per minute and counts the others; the first line of a later minute gives their number. */
function lineLimit(now: () => number): () => { isOpen: boolean; left_out: number } {
  let from = now()
  let count = 0
  let leftOut = 0
  return () => {
    if (now() - from >= WINDOW_MS) {
      from = now()
      count = 0
    }
    count += 1
    if (count > MAX_LINES) {
      leftOut += 1
      return { isOpen: false, left_out: 0 }
    }
    const left_out = leftOut
    leftOut = 0
    return { isOpen: true, left_out }
  }
}

/**
 * Receives browsers' reports of violations of the page's policy (trust R-33). Anybody can post here, so it uses no database,
 * reads little, and writes a limited number of lines.
 */
export function servePolicyReports(
  fastify: FastifyInstance,
  log: ReportLog,
  now: () => number = () => performance.now(),
): void {
  const limit = lineLimit(now)
  fastify.post(REPORT_PATH, { bodyLimit: BODY_LIMIT_BYTES }, (request, reply) => {
    if (request.headers['content-type']?.split(';')[0] !== 'application/csp-report')
      throw new Refusal('kernel.unsupportedType', { status: 415 })
    const report = readReport(request.body)
    if (!report) throw new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'json' } })
    const { isOpen, left_out } = limit()
    if (isOpen)
      log.warn({ ...lineOf(report), ...(left_out > 0 ? { left_out } : {}) }, 'the policy of the page stopped something')
    return reply.status(204).send()
  })
}
