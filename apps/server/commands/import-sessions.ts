import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { importSessions, SESSION_FORMATS, textOfFile } from '@wattyard/charging/server'
import { activeTenants } from '@wattyard/identity/server'
import { asJson, type Command } from './command.ts'

export const importSessionsCommand: Command = {
  words: ['import', 'sessions'],
  usage: `import sessions <file> --format <${SESSION_FORMATS.map(format => format.id).join('|')}> --zone <IANA zone> [--tenant <code>] [--dry-run] [--json]`,
  about: 'reads charging history of another system; every row is stored, doubted or refused with its reason',
  async run(args, { db, print, read }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        zone: { type: 'string' },
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const [file] = positionals
    if (!file || !values.format || !values.zone) throw new Error(`usage: ${importSessionsCommand.usage}`)
    const tenants = await db.platform(tx => activeTenants(tx), { readOnly: true })
    const tenant = values.tenant ? tenants.find(one => one.code === values.tenant) : tenants[0]
    if (!tenant) throw new Error(values.tenant ? `there is no tenant ${values.tenant}` : 'there is no tenant yet')
    const ask = {
      tenantId: tenant.id,
      text: textOfFile(read(file)),
      name: basename(file),
      format: values.format,
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
