import type { AnyRecord } from '@wattyard/resource'
import { Button } from 'antd'
import { useRowActions } from '../row-actions.ts'

interface HeadCommandsProps {
  readonly record: AnyRecord
  /** Commands of the resource, the most frequent first; those that the reader may not run now are left out. */
  readonly names: readonly string[]
}

/** Draws commands of a record as buttons in the head of its detail; they open the page's own dialogs. */
export function HeadCommands({ record, names }: HeadCommandsProps) {
  const actions = useRowActions(record)
  const shown = names.flatMap(name => actions.find(action => action?.key === name) ?? [])
  if (shown.length === 0) return null
  return (
    <span className="w-row w-wrap w-no-print">
      {shown.map(({ key, label, run }) => (
        <Button key={key} size="small" onClick={run}>
          {label}
        </Button>
      ))}
    </span>
  )
}
