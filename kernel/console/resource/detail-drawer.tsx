import { EditOutlined } from '@ant-design/icons'
import { type DetailGroup, detailGroups, type Field, type FieldKindName } from '@wattyard/resource'
import { Button } from 'antd'
import type { ComponentType } from 'react'
import type { CellProps } from '../faces/cells.tsx'
import { canOpenByLink, useRequestedDialog } from '../module/requested-dialog.ts'
import { useId, useState } from 'react'
import { SheetMenu } from '../paper/sheet-menu.tsx'
import { may, useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { MoreMenu } from '../ui/menu-button.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { TabList, tabPanel } from '../ui/tab-list.tsx'
import { toast } from '../ui/toasts.tsx'
import { fieldWord, useWords, wordKeys } from '../words/use-words.ts'
import { FilesShown, RichTextShown } from '../documents/load-documents.ts'
import { CellOf, NameOf } from './list/cell.tsx'
import { History } from './history.tsx'
import { useRecord } from './hooks.ts'
import { useNameOf, usePage } from './page-context.tsx'
import type { AnyRecord, Labels } from '@wattyard/resource'
import { useRowActions } from './row-actions.ts'
import './detail.css'

/** Draws everything about one record: facts, the page's own sections, and the history of changes. */
export function DetailDrawer({ id }: { id: string }) {
  const { resource, slots, showDetail } = usePage()
  const { t } = useWords()
  const record = useRecord(resource, id)
  const title = record.data ? (
    <NameOf resource={resource} slots={slots} record={record.data} labels={record.data.labels} />
  ) : (
    t(wordKeys.noun(resource))
  )
  return (
    <Dialog
      open
      kind="drawer"
      width={760}
      title={title}
      onClose={() => showDetail(null)}
      tools={record.data && <DetailTools record={record.data} />}
    >
      {record.error ? (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      ) : record.data ? (
        <Detail record={record.data} labels={record.data.labels} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}

function DetailTools({ record }: { record: AnyRecord }) {
  const { resource, open } = usePage()
  const { t } = useWords()
  const nameOf = useNameOf(resource)
  useRequestedDialog(true, command => {
    if (canOpenByLink(resource, record, command)) open({ kind: 'command', command, records: [record] })
    else toast.warn(t('kit.cannotNow'))
  })
  const actions = useRowActions(record).filter(action => action?.key !== 'edit')
  return (
    <span className="w-row w-no-print">
      {record.can.includes('update') && (
        <Button size="small" icon={<EditOutlined />} onClick={() => open({ kind: 'edit', id: record.id })}>
          {t('kit.edit')}
        </Button>
      )}
      <SheetMenu resource={resource} id={record.id} name={nameOf(record)} withRecord />
      <MoreMenu
        label={t('kit.actionsOf', { name: nameOf(record) })}
        actions={actions[0] === null ? actions.slice(1) : actions}
      />
    </span>
  )
}

/** Field kinds that take the whole width. */
const WIDE: ReadonlySet<string> = new Set(['note', 'refs', 'url', 'files', 'images', 'richText'])

/** Components for kinds that a table shortens and a detail shows in full. */
const WHOLE: Partial<Readonly<Record<FieldKindName, ComponentType<CellProps>>>> = {
  file: FilesShown,
  files: FilesShown,
  image: FilesShown,
  images: FilesShown,
  richText: RichTextShown,
}

function DetailValue({
  record,
  labels,
  column,
  field,
}: {
  record: AnyRecord
  labels: Labels
  column: string
  field: Field
}) {
  const { resource, slots } = usePage()
  const Whole = slots.cells?.[column] ? undefined : WHOLE[field.kind]
  if (Whole) return <Whole value={record[column]} field={field} name={`${resource.name}.${column}`} labels={labels} />
  return <CellOf resource={resource} slots={slots} record={record} labels={labels} column={column} />
}

/** Tab of the parts that name none. */
const FIRST_TAB = ''

function Detail({ record, labels }: { record: AnyRecord; labels: Labels }) {
  const { resource, slots } = usePage()
  const { t } = useWords()
  const id = useId()
  const groups = detailGroups(resource, slots.inSections)
  const me = useSession(session => session.me)
  const sections = (slots.sections ?? []).filter(({ needs }) => needs === undefined || may(me, needs))
  const named = [...groups.map(one => one.tab), ...sections.map(one => one.tab ?? FIRST_TAB)].filter(
    tab => tab !== FIRST_TAB,
  )
  const first = named[0] ?? FIRST_TAB
  const tabs = [...new Set([first, ...named])]
  const [tab, setTab] = useState(first)
  const onTab = (of: string | undefined, key: string): boolean => (of || first) === key
  const Head = slots.head
  return (
    <>
      {Head && (
        <div className="w-detail-head">
          <Head record={record} labels={labels} />
        </div>
      )}
      {tabs.length > 1 && (
        <TabList
          id={id}
          label={t(wordKeys.noun(resource))}
          items={tabs.map(key => ({ key, label: t(wordKeys.tab(resource, key)) }))}
          value={tab}
          onChange={setTab}
        />
      )}
      {tabs.map(key => (
        <div key={key} className="w-detail-part" hidden={key !== tab} {...(tabs.length > 1 ? tabPanel(id, key) : {})}>
          {groups
            .filter(group => onTab(group.tab, key))
            .map(group => (
              <GroupFacts key={group.group} group={group} record={record} labels={labels} />
            ))}
          {sections
            .filter(section => onTab(section.tab, key))
            .map(({ key: name, title, Show }) => (
              <section key={name} className="w-section">
                <h3>{t(title)}</h3>
                {/* A tab's section is mounted, and reads its data, when the tab is opened. */}
                {key === tab && <Show record={record} labels={labels} />}
              </section>
            ))}
        </div>
      ))}
      <section className="w-section w-no-print">
        <h3>{t('kit.history')}</h3>
        <History resource={resource} id={record.id} labels={labels} />
      </section>
    </>
  )
}

function GroupFacts({ group, record, labels }: { group: DetailGroup; record: AnyRecord; labels: Labels }) {
  const { resource } = usePage()
  const words = useWords()
  return (
    <section className="w-section">
      {group.group !== '' && <h3>{words.t(wordKeys.group(resource, group.group))}</h3>}
      <Facts>
        {group.fields.map(([key, field]) => (
          <Fact key={key} label={fieldWord(words, resource, key)} wide={WIDE.has(field.kind)}>
            <DetailValue record={record} labels={labels} column={key} field={field} />
          </Fact>
        ))}
      </Facts>
    </section>
  )
}
