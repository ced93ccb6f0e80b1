import { PlusOutlined } from '@ant-design/icons'
import {
  can,
  confirm,
  Count,
  DefinitionFields,
  Dialog,
  EmptyState,
  ErrorState,
  MainButton,
  type RecordFrom,
  Skeleton,
  toast,
  useDefinitionForm,
  useDelete,
  useList,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { mapPack } from '../contract/map-pack.ts'
import './map-packs.css'

type Pack = RecordFrom<typeof mapPack>
/** Largest number of grounds that are read; a tenant has a handful. */
const MOST = 50

/** Draws a drawer with the grounds of maps: the choice of the shown one, and a form for each. */
export function MapPacks({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [edited, setEdited] = useState<Pack | 'new' | null>(null)
  const packs = useList(mapPack, { page: 1, pageSize: MOST })
  const mayAdd = packs.data?.can.includes('create') ?? false
  return (
    <Dialog
      open
      kind="drawer"
      width={560}
      title={t('assets.mapPackPage.manage')}
      onClose={onClose}
      foot={
        mayAdd && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
            {t('assets.mapPackPage.add')}
          </Button>
        )
      }
    >
      {packs.error && !packs.data && <ErrorState error={packs.error} onRetry={() => void packs.refetch()} />}
      {!packs.data && !packs.error && <Skeleton lines={4} />}
      {packs.data?.list.length === 0 && (
        <EmptyState title={t('assets.mapPackPage.none')} text={t('assets.mapPack.emptyHint')} />
      )}
      <ul className="as-packs">
        {packs.data?.list.map(pack => (
          <PackItem key={pack.id} pack={pack} onEdit={() => setEdited(pack)} />
        ))}
      </ul>
      {edited && (
        <PackForm
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          labels={packs.data?.labels ?? {}}
          onDone={() => setEdited(null)}
        />
      )}
    </Dialog>
  )
}

function PackItem({ pack, onEdit }: { pack: Pack; onEdit: () => void }) {
  const { t } = useWords()
  const remove = useDelete(mapPack)
  const drop = async (): Promise<void> => {
    const title = t('kit.deleteTitle', { name: pack.name })
    if (await confirm({ title, text: t('kit.deleteText'), okText: t('kit.delete'), danger: true }))
      remove.mutate([pack.id])
  }
  return (
    <li>
      <p>
        <strong>{pack.name}</strong>
        {pack.inUse && (
          <span className="w-tag" data-tone="good">
            {t('assets.mapPack.inUse')}
          </span>
        )}
      </p>
      <p className="w-quiet">
        {[pack.approvalNumber, t(`assets.mapPack.datumValue.${pack.datum}`), pack.source].filter(Boolean).join(' · ')}
      </p>
      <p className="w-quiet">
        {t('assets.mapPack.shapes')} <Count value={pack.shapes} /> · {t('assets.mapPack.points')}{' '}
        <Count value={pack.points} />
      </p>
      <span className="w-row">
        {can(pack, 'update') && (
          <Button size="small" onClick={onEdit}>
            {t('kit.edit')}
          </Button>
        )}
        {can(pack, 'delete') && (
          <Button size="small" danger onClick={() => void drop()}>
            {t('kit.delete')}
          </Button>
        )}
      </span>
    </li>
  )
}

interface PackFormProps {
  record: Pack | null
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>
  onDone: () => void
}

function PackForm({ record, labels, onDone }: PackFormProps) {
  const { t } = useWords()
  const form = useDefinitionForm({ resource: mapPack, record: record && { ...record }, labels })
  const submit = async (): Promise<void> => {
    const saved = await form.save()
    if (!saved) return
    toast.good(t(record ? 'kit.saved' : 'kit.created', { name: String(saved.name) }))
    onDone()
  }
  return (
    <Dialog
      open
      width={560}
      title={record ? t('kit.editTitle', { name: record.name }) : t('assets.mapPackPage.add')}
      onClose={onDone}
      foot={
        <>
          <Button onClick={onDone}>{t('kit.cancel')}</Button>
          <MainButton
            htmlType="submit"
            form="assets-map-pack"
            loading={form.isSaving}
            why={form.fileWait.isWaiting ? t('kit.waitsForFiles') : null}
          >
            {t('kit.save')}
          </MainButton>
        </>
      }
    >
      <form id="assets-map-pack" className="w-form" noValidate onSubmit={form.fileWait.submitWith(submit)}>
        {form.general.map(text => (
          <div key={text} className="w-banner" data-tone="bad" role="alert">
            {text}
          </div>
        ))}
        <DefinitionFields form={form} />
      </form>
    </Dialog>
  )
}
