import type { AnyRecord, Labels } from '@wattyard/resource'
import { CommandDialogPart as CommandDialog } from '../command-part.ts'
import { usePage } from '../page-context.tsx'
import { EditDrawer, ExportDialog, ImportDialog } from './lazy-parts.ts'

/** Draws the dialog that is open over the page: a form, an import, an export or a command. */

export function OpenedPart() {
  const { opened, slots, open } = usePage()
  return (
    <>
      {opened?.kind === 'create' && (
        <EditDrawer
          id={null}
          {...(opened.known ? { known: opened.known } : {})}
          {...(opened.next === undefined ? {} : { next: opened.next })}
        />
      )}
      {opened?.kind === 'edit' && <EditDrawer id={opened.id} />}
      {opened?.kind === 'created' && slots.created && (
        <slots.created record={opened.record} onDone={() => open(null)} />
      )}
      {opened?.kind === 'export' && <ExportDialog />}
      {opened?.kind === 'import' && <ImportDialog />}
      {opened?.kind === 'command' && (
        <CommandHost key={opened.command} command={opened.command} records={opened.records} />
      )}
    </>
  )
}

/** Draws the page's own dialog of a command, or the generated one. */
function CommandHost({ command, records }: { command: string; records: readonly AnyRecord[] }) {
  const { resource, slots, labels, choose, open } = usePage()
  // A record that was read by itself has the names of what it refers to with it.
  const own = (records[0] as { labels?: Labels } | undefined)?.labels
  const onDone = (answer?: { readonly data: unknown }): void => {
    if (answer && records.length > 1) choose(records, false)
    open(null)
  }
  const Slot = slots.commands?.[command]
  const asked = { records, labels: own ?? labels, onDone }
  return Slot ? <Slot {...asked} /> : <CommandDialog resource={resource} command={command} {...asked} />
}
