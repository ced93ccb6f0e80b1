import { EditOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { mayBeAsked, useAsked } from '../module/asked.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { MoreMenu } from '../ui/menu-button.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { fieldWord, useWords, wordKeys } from '../words/use-words.ts'
import { CellOf, NameOf } from './list/cell.tsx'
import { History } from './history.tsx'
import { useRecord } from './hooks.ts'
import { detailFields, useNameOf, usePage } from './page-context.tsx'
import type { AnyRecord, Labels } from '@wattyard/resource'
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
  const nameOf = useNameOf(resource)
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
        label={t('kit.actionsOf', { name: nameOf(record) })}
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
        <History resource={resource} id={record.id} labels={labels} />
      </section>
    </>
  )
}
