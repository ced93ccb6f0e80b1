import { Refusal } from '../refusal.ts'

/**
 * Database errors that are an expected "no" or "not now". Codes: PostgreSQL, appendix A.
 * Uniqueness is explained by the writer that knows its fields; here it only must not leak rows.
 */
export function explainDatabaseError(error: unknown): Refusal | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case '23505':
      return new Refusal('kernel.duplicate', { status: 200 })
    case '23503':
      return new Refusal('kernel.inUse', { status: 200 })
    // A text that PostgreSQL cannot hold (U+0000) got past a check that names its field.
    case '22021':
    case '22P05':
      return new Refusal('kernel.badText', { status: 400 })
    case '25006':
      return new Refusal('kernel.readOnly', { status: 403 })
    case '40001':
    case '40P01':
    case '55P03':
      return new Refusal('kernel.busy', { status: 503, params: { seconds: 1 } })
    case '57014':
    case '53300':
    case '53100':
    case '57P03':
    case '57P01':
    case 'ECONNREFUSED':
    case 'ENOENT':
    case '08006':
      return new Refusal('kernel.unavailable', { status: 503, params: { seconds: 2 } })
    default:
      return error instanceof Error && error.message.includes('timeout exceeded when trying to connect')
        ? new Refusal('kernel.unavailable', { status: 503, params: { seconds: 2 } })
        : null
  }
}
