import { useDelete } from './hooks.ts'
import { confirm } from '../ui/confirm.tsx'
import type { MenuAction } from '../ui/menu-button.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords, wordKeys } from '../words/use-words.ts'
import { useNameOf, usePage } from './page-context.tsx'
import type { AnyRecord } from '@wattyard/resource'
import type { AnyResource } from './records.ts'

/** Returns the commands of the given kinds that the caller may run on all of these records. */
export function commandsFor(
  resource: AnyResource,
  records: readonly AnyRecord[],
  kinds: readonly ('one' | 'batch')[],
): string[] {
  return Object.entries(resource.commands)
    .filter(
      ([name, rule]) =>
        kinds.some(kind => kind === rule.on) &&
        records.length > 0 &&
        records.every(record => record.can.includes(name)),
    )
    .map(([name]) => name)
}

/** Returns a function that deletes records after a question and reports success; it resolves to whether they were deleted. */
export function useDeleteWithQuestion(): (records: readonly AnyRecord[]) => Promise<boolean> {
  const { resource } = usePage()
  const { t } = useWords()
  const nameOf = useNameOf(resource)
  const remove = useDelete(resource)
  return async records => {
    const first = records[0]
    if (!first) return false
    const name = records.length === 1 ? nameOf(first) : t('kit.records', { count: records.length })
    const yes = await confirm({
      title: t('kit.deleteTitle', { name }),
      text: t('kit.deleteText'),
      okText: t('kit.delete'),
      danger: true,
    })
    if (!yes) return false
    try {
      await remove.mutateAsync(records.map(record => record.id))
    } catch {
      return false // the API client has shown the reason
    }
    toast.good(t('kit.deleted', { name }))
    return true
  }
}

/** Returns whether a record's menu has any entry. */
export function hasRowActions(resource: AnyResource, record: AnyRecord): boolean {
  const { can } = record
  return (
    can.includes('update') || can.includes('delete') || commandsFor(resource, [record], ['one', 'batch']).length > 0
  )
}

/** Returns the menu entries of one record. */
export function useRowActions(record: AnyRecord): readonly (MenuAction | null)[] {
  const { resource, open, showDetail, detailId } = usePage()
  const { t } = useWords()
  const remove = useDeleteWithQuestion()
  const commands = commandsFor(resource, [record], ['one', 'batch']).map(
    (command): MenuAction => ({
      key: command,
      label: t(wordKeys.command(resource, command)),
      run: () => open({ kind: 'command', command, records: [record] }),
    }),
  )
  const edit: MenuAction[] = record.can.includes('update')
    ? [{ key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit', id: record.id }) }]
    : []
  const del: MenuAction[] = record.can.includes('delete')
    ? [
        {
          key: 'delete',
          label: t('kit.delete'),
          danger: true,
          run: () => void remove([record]).then(gone => gone && detailId === record.id && showDetail(null)),
        },
      ]
    : []
  const groups = [edit, commands, del].filter(group => group.length > 0)
  return groups.flatMap((group, index) => (index === 0 ? group : [null, ...group]))
}
