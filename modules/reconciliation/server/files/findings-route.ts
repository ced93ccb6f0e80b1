import { col, Refusal, type Route, scoped, serveCall } from '@wattyard/server-kit'
import { FINDING_LEVELS } from '@wattyard/payment-files'
import { file, readFindings } from '../../contract/index.ts'

const isNotice = (code: string): boolean => (FINDING_LEVELS as Readonly<Record<string, string>>)[code] === 'notice'

/** Returns the route that says what was found in a file. */
export const findingsRoute = (): Route =>
  serveCall(readFindings, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const where = scoped(caller, file)
      where.add(`id = ${where.value(input.id)}`)
      const found = await tx.query(
        { id: col.uuid },
        `select id from reconciliation_file where ${where.text}`,
        where.values,
      )
      if (found.length === 0) throw new Refusal('kernel.notFound', { status: 404 })
      const findings = await tx.query(
        { line: col.integer, code: col.text, column_name: col.text.orNull, value: col.text },
        `select line, code, column_name, value from reconciliation_finding where tenant_id = $1 and file_id = $2 order by place`,
        [caller.tenantId, input.id],
      )
      return {
        findings: findings.map(({ line, code, column_name, value }) => ({
          line,
          code,
          level: isNotice(code) ? ('notice' as const) : ('error' as const),
          column: column_name,
          value,
        })),
      }
    },
  })
