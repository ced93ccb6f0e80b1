import {
  can,
  confirm,
  EmptyState,
  ErrorState,
  type RecordFrom,
  Skeleton,
  useDelete,
  useDirty,
  useList,
  useSave,
  useWords,
} from '@wattyard/console-kit'
import { nameIn } from '@wattyard/resource'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { duty } from '../../contract/duty.ts'
import { TextRow } from '../personal/text-row.tsx'
import '../personal/session-list.css'
import '../rights/rights.css'

type Duty = RecordFrom<typeof duty>
const ALSO = { also: ['identity.user'] }
const MOST = 200

/** Draws the duties of one office, which can be created, changed and removed. */
export function DutiesOf({ officeId }: { officeId: string }) {
  const { t, language } = useWords()
  const [edited, onEdit] = useState<Duty | 'new' | null>(null)
  const duties = useList(duty, { page: 1, pageSize: MOST, 'filter.office': officeId })
  const remove = useDelete(duty, ALSO)
  const askRemove = async (one: Duty): Promise<void> => {
    const title = t('kit.deleteTitle', { name: nameIn(duty, one, language) })
    if (!(await confirm({ title, okText: t('kit.delete'), danger: true }))) return
    await remove.mutateAsync([one.id]).catch(() => undefined) // the API client has shown the reason
  }
  if (duties.error && !duties.data) return <ErrorState error={duties.error} onRetry={() => void duties.refetch()} />
  if (!duties.data) return <Skeleton lines={4} />
  return (
    <>
      {duties.data.list.length === 0 && <EmptyState title={t('identity.employee.noDuties')} />}
      <ul className="id-sessions id-duties">
        {duties.data.list.map(one => (
          <li key={one.id}>
            <span className="w-grow">
              <strong>{nameIn(duty, one, language)}</strong> <span className="w-quiet">{one.code}</span>
              {one.note && <p className="w-quiet">{one.note}</p>}
            </span>
            {can(one, 'update') && (
              <Button size="small" onClick={() => onEdit(one)}>
                {t('kit.edit')}
              </Button>
            )}
            {can(one, 'delete') && (
              <Button size="small" danger onClick={() => void askRemove(one)}>
                {t('kit.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <DutyForm
          key={edited === 'new' ? 'new' : edited.id}
          officeId={officeId}
          before={edited === 'new' ? null : edited}
          onClose={() => onEdit(null)}
        />
      )}
      {edited === null && duties.data.can.includes('create') && (
        <div className="w-row">
          <Button type="primary" onClick={() => onEdit('new')}>
            {t('identity.employee.newDuty')}
          </Button>
        </div>
      )}
    </>
  )
}

const TEXTS = ['code', 'name', 'nameEn', 'nameEs', 'note'] as const

function DutyForm({ officeId, before, onClose }: { officeId: string; before: Duty | null; onClose: () => void }) {
  const { t } = useWords()
  const save = useSave(duty, ALSO)
  const [values, setValues] = useState({
    code: before?.code ?? '',
    name: before?.name ?? '',
    nameEn: before?.nameEn ?? '',
    nameEs: before?.nameEs ?? '',
    note: before?.note ?? '',
  })
  useDirty(TEXTS.some(key => values[key] !== (before?.[key] ?? '')))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const target = before ? { id: before.id, version: before.version } : { office: officeId }
    try {
      await save.mutateAsync({ ...target, ...values })
      onClose()
    } catch {
      // The mutation keeps the error, which is shown beside its field.
    }
  }
  return (
    <form className="w-form w-card w-card-pad" noValidate onSubmit={event => void submit(event)}>
      {TEXTS.map(key => (
        <TextRow
          key={key}
          name={key}
          label={t(`identity.duty.${key}`)}
          value={values[key]}
          error={save.error?.fields[key]}
          onChange={text => setValues(now => ({ ...now, [key]: text }))}
        />
      ))}
      <div className="w-row">
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('kit.save')}
        </Button>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
      </div>
    </form>
  )
}
