import { parseArgs } from 'node:util'
import { type BooksReport, daySigner, verifyBooks } from '@wattyard/finance/server'
import { activeTenants } from '@wattyard/identity/server'
import { asJson, type Command } from './command.ts'

function inWords(code: string, { ok, ledger, days }: BooksReport): string[] {
  const { journals, postings, accounts, holds } = ledger.counted
  const found = [...ledger.findings, ...days.findings].map(finding => `  ${JSON.stringify(finding)}`)
  const verdict = ok ? 'everything adds up' : `${found.length} findings`
  return [
    `${code}: read ${journals} journals, ${postings} postings, ${accounts} accounts, ${holds} holds: ${verdict}`,
    ...found,
  ]
}

export const ledgerVerify: Command = {
  words: ['ledger', 'verify'],
  usage: 'ledger verify [--json]',
  about: 'recomputes every balance from its postings and every closed day from its rows; fails when something is wrong',
  async run(args, { db, secrets, print }) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
    const signer = daySigner(secrets.daySigning)
    const tenants = await db.platform(tx => activeTenants(tx), { readOnly: true })
    const reports: { tenant: string; report: BooksReport }[] = []
    for (const tenant of tenants)
      reports.push({ tenant: tenant.code, report: await verifyBooks(db, tenant.id, { signer, now: Date.now() }) })
    const ok = reports.length > 0 && reports.every(({ report }) => report.ok)
    if (values.json) print(asJson({ ok, tenants: reports }))
    else for (const { tenant, report } of reports) for (const line of inWords(tenant, report)) print(line)
    return ok ? 0 : 1
  },
}
