import { parseArgs } from 'node:util'
import {
  type BooksReport,
  daySigner,
  endsOfChains,
  type NewestRoots,
  outsideRoots,
  verifyBooks,
} from '@wattyard/finance/server'
import { tenantsByBooks } from '@wattyard/identity/server'
import { asJson, type Command } from './command.ts'
import { USAGES } from './usages.ts'

function inWords(
  code: string,
  { ok, ledger, days, months, orders, anchors }: BooksReport,
  known: NewestRoots,
): string[] {
  const { journals, postings, accounts, holds } = ledger.counted
  const found = [...ledger.findings, ...days.findings, ...months.findings, ...orders.findings, ...anchors.findings]
  const verdict = ok ? 'everything adds up' : `${found.length} findings`
  const closing = known.day ? `closing ${known.day.seq} of root ${known.day.root}` : 'no closing'
  const entry = anchors.head ? `entry ${anchors.entries} of hash ${anchors.head}` : 'no entry'
  return [
    `${code}: read ${journals} journals, ${postings} postings, ${accounts} accounts, ${holds} holds, ${orders.orders} orders, ${days.counted.sealed} closed days, ${months.counted.months} closed months, ${anchors.journals} journals anchored, ${Math.max(0, journals - anchors.journals)} not yet: ${verdict}`,
    `${code}: newest in the data folder: ${closing}; newest in the chain: ${entry}`,
    ...found.map(finding => `  ${JSON.stringify(finding)}`),
  ]
}

export const ledgerVerify: Command = {
  ...USAGES.ledgerVerify,
  async run(args, { db, secrets, env, print }) {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, 'begin-anew': { type: 'boolean', default: false } },
    })
    const signer = daySigner(secrets.daySigning)
    const roots = outsideRoots(env.rootsFile)
    if (values['begin-anew']) roots.beginAnew(await endsOfChains(db), Date.now())
    const { whole, gone } = await db.platform(tx => tenantsByBooks(tx), { readOnly: true })
    const reports: { tenant: string; report: BooksReport; outside: NewestRoots }[] = []
    for (const { id, code } of whole) {
      const outside = roots.newest(id)
      const report = await verifyBooks(db, id, { signer, now: Date.now(), outside })
      reports.push({ tenant: code, report, outside })
    }
    const there = new Set([...whole, ...gone].map(({ id }) => id))
    // The file of the data folder knows whose books there were.
    const missing = [...new Set(roots.all().map(({ tenantId }) => tenantId))].filter(id => !there.has(id))
    const ok = reports.length > 0 && missing.length === 0 && reports.every(({ report }) => report.ok)
    const deleted = gone.map(({ code }) => code)
    if (values.json) print(asJson({ ok, tenants: reports, deleted, missing }))
    else {
      for (const { tenant, report, outside } of reports)
        for (const line of inWords(tenant, report, outside)) print(line)
      for (const code of deleted) print(`${code}: is deleted or being deleted, and was not read`)
      for (const id of missing) print(`  {"check":"tenantMissing","id":"${id}"}`)
    }
    return ok ? 0 : 1
  },
}
