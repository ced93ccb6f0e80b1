import { type FileMapping, sessionMapping } from '@wattyard/charging/contract'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { importSessions, textOfFile } from '@wattyard/charging/server'
import { activeTenants } from '@wattyard/identity/server'
import { asJson, type Command } from './command.ts'
import { USAGES } from './usages.ts'

/** A mapping as it is kept in a file. @throws Error that names each wrong member */
function mappingFile(bytes: Buffer, name: string): FileMapping {
  const text = bytes.toString('utf8')
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new Error(`${name} is not JSON`)
  }
  const result = sessionMapping.safeParse(data)
  if (result.success) return result.data
  const problems = result.error.issues.map(issue => `${issue.path.join('.') || '(whole)'}: ${issue.message}`)
  throw new Error(`${name} is not a mapping of a session file: ${problems.join('; ')}`)
}

export const importSessionsCommand: Command = {
  ...USAGES.importSessions,
  async run(args, { db, print, read }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        mapping: { type: 'string' },
        zone: { type: 'string' },
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const [file] = positionals
    const hasOneWay = (values.format === undefined) !== (values.mapping === undefined)
    if (!file || !hasOneWay || !values.zone) throw new Error(`usage: ${importSessionsCommand.usage}`)
    const format = values.mapping ? mappingFile(read(values.mapping), values.mapping) : (values.format ?? '')
    const tenants = await db.platform(tx => activeTenants(tx), { readOnly: true })
    const tenant = values.tenant ? tenants.find(one => one.code === values.tenant) : tenants[0]
    if (!tenant) throw new Error(values.tenant ? `there is no tenant ${values.tenant}` : 'there is no tenant yet')
    const ask = {
      tenantId: tenant.id,
      text: textOfFile(read(file), typeof format === 'string' ? 'utf-8' : format.file.encoding),
      name: basename(file),
      format,
      zone: values.zone,
      dryRun: values['dry-run'],
      actor: 'command line',
    }
    const report = await importSessions(db, ask)
    if (values.json) print(asJson(report))
    else {
      print(
        `${report.rows} rows: ${report.accepted} accepted (${report.added} new), ${report.rows - report.accepted} refused${report.dryRun ? '; nothing was stored' : ''}`,
      )
      print(`energy of all rows ${report.totals.all.energy_kwh} kWh`)
    }
    return 0
  },
}
