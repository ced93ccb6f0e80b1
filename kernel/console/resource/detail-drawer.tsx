import { EditOutlined, PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment } from 'react'
import { faceText } from '../faces/text.ts'
import { mayBeAsked, useAsked } from '../module/asked.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { MoreMenu } from '../ui/menu-button.tsx'
import { Ago, useZone } from '../ui/shown.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { fieldWord, useWords, wordKeys } from '../words/use-words.ts'
import { CellOf, labelOf, NameOf } from './cell.tsx'
import { useRecord } from './hooks.ts'
import { detailFields, usePage } from './page-context.tsx'
import { resourceQueries } from './queries.ts'
import { type AnyRecord, type HistoryEntry, type Labels } from './records.ts'
import { useRowActions } from './row-actions.ts'
import './detail.css'

/** Everything about one record: facts, the page's own sections, and who changed what. */
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
  useAsked(true, command => {
    if (mayBeAsked(resource, record, command)) open({ kind: 'command', command, records: [record] })
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
      <button
        type="button"
        className="w-icon-button"
        aria-label={t('kit.print')}
        title={t('kit.print')}
        onClick={() => window.print()}
      >
        <PrinterOutlined />
      </button>
      <MoreMenu
        label={t('kit.actionsOf', { name: labelOf(resource, record) })}
        actions={actions[0] === null ? actions.slice(1) : actions}
      />
    </span>
  )
}

/** Kinds that need the whole width. */
const WIDE: ReadonlySet<string> = new Set(['note', 'refs', 'url'])

function Detail({ record, labels }: { record: AnyRecord; labels: Labels }) {
  const { resource, slots } = usePage()
  const words = useWords()
  return (
    <>
      <section className="w-section">
        <Facts>
          {detailFields(resource).map(([key, field]) => (
            <Fact key={key} label={fieldWord(words, resource, key)} wide={WIDE.has(field.kind)}>
              <CellOf resource={resource} slots={slots} record={record} labels={labels} column={key} />
            </Fact>
          ))}
          {['createdAt', 'updatedAt'].map(key => (
            <Fact key={key} label={fieldWord(words, resource, key)}>
              <CellOf resource={resource} record={record} labels={labels} column={key} />
            </Fact>
          ))}
        </Facts>
      </section>
      {slots.sections?.map(({ key, title, Show }) => (
        <section key={key} className="w-section">
          <h3>{words.t(title)}</h3>
          <Show record={record} labels={labels} />
        </section>
      ))}
      <section className="w-section w-no-print">
        <h3>{words.t('kit.history')}</h3>
        <History id={record.id} labels={labels} />
      </section>
    </>
  )
}

function History({ id, labels }: { id: string; labels: Labels }) {
  const { resource } = usePage()
  const { t } = useWords()
  const history = useQuery(resourceQueries.history(resource, id))
  if (history.error) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <Skeleton lines={3} />
  if (history.data.length === 0) return <p className="w-quiet">{t('kit.noHistory')}</p>
  return (
    <ol className="w-history">
      {history.data.map(entry => (
        <HistoryItem key={entry.id} entry={entry} labels={labels} />
      ))}
    </ol>
  )
}

const KIT_ACTIONS: ReadonlySet<string> = new Set([
  'create',
  'update',
  'delete',
  'import',
  'askApproval',
  'rejectApproval',
  'withdrawApproval',
  'expireApproval',
])

function HistoryItem({ entry, labels }: { entry: HistoryEntry; labels: Labels }) {
  const { resource } = usePage()
  const words = useWords()
  const { t, has, language } = words
  const zone = useZone()
  const show = (key: string, value: unknown): string => {
    const field = resource.fields[key]
    const text = field
      ? faceText(value, field, `${resource.name}.${key}`, { t, has, language, zone, labels })
      : value === null || value === undefined
        ? ''
        : JSON.stringify(value)
    return text === '' ? '∅' : text
  }
  const keys = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].filter(
    key => resource.fields[key],
  )
  const isChange = entry.before !== null
  return (
    <li>
      <p>
        <strong>
          {t(KIT_ACTIONS.has(entry.action) ? `kit.did.${entry.action}` : wordKeys.command(resource, entry.action))}
        </strong>
        <span className="w-quiet">
          {' '}
          {entry.actorName} · <Ago at={entry.at} />
          {entry.ip && ` · ${entry.ip}`}
        </span>
      </p>
      {isChange && keys.length > 0 && (
        <dl className="w-changes">
          {keys.map(key => (
            <Fragment key={key}>
              <dt>{fieldWord(words, resource, key)}</dt>
              <dd>
                <del>{show(key, entry.before?.[key])}</del> → <ins>{show(key, entry.after?.[key])}</ins>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </li>
  )
}
