import { useQuery } from '@tanstack/react-query'
import {
  ApiError,
  Dialog,
  MainButton,
  ErrorState,
  Skeleton,
  toast,
  useCommand,
  useWords,
  waitsForApproval,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { problemOfPublication } from '@wattyard/resource'
import { type DraftPlan, version, type VersionDetail } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { AT_ONCE, isChosen, startAt, StartField } from '../start-field.tsx'
import { Consequences } from './consequences.tsx'

interface PublishDialogProps {
  readonly detail: VersionDetail
  readonly plans: readonly DraftPlan[]
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** Draws what will be charged where and from when, before the irreversible publication. */
export function PublishDialog({ detail, plans, onClose, onDone }: PublishDialogProps) {
  const { t } = useWords()
  const [start, setStart] = useState(AT_ONCE)
  const validFrom = startAt(start)
  const preview = useQuery(pricingQueries.publishPreview(detail.id, { validFrom, validTo: null }))
  const publish = useCommand(
    { resource: version, command: 'publish' },
    { also: ['pricing.policy', 'pricing.assignment', 'platform.approval'] },
  )
  const { data } = preview
  const refused = data?.publication.ok === false ? problemOfPublication(data.publication) : null
  const problem = refused ? t(`pricing.error.${refused.word}`, refused.params) : undefined
  const whyNot = (): string | null => {
    if (!isChosen(start)) return t('pricing.publish.chooseStart')
    if (!data) return t(preview.error ? 'kit.cannotNow' : 'kit.loading')
    return problem ?? null
  }
  const send = async (): Promise<void> => {
    try {
      const input = { validFrom, replaceCurrent: Boolean(data?.ends) }
      const answer = await publish.mutateAsync({ ids: [detail.id], input })
      if (waitsForApproval(answer)) toast.info(t('kit.commandWaits', { name: t('pricing.version.publish') }))
      else toast.good(t('pricing.publish.done', { number: detail.number }))
      onClose()
      await onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await preview.refetch() // the client has shown the error; the preview may be outdated
    }
  }
  return (
    <Dialog
      open
      width={720}
      title={t('pricing.publish.title', { name: detail.policy.name, number: detail.number })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <MainButton why={whyNot()} loading={publish.isPending} onClick={() => void send()}>
            {t(data?.needsOtherPerson ? 'pricing.publish.ask' : 'pricing.version.publish')}
          </MainButton>
        </>
      }
    >
      <div className="pr-publish">
        <StartField label={t('pricing.version.validFrom')} value={start} onChange={setStart} error={problem} />
        {preview.error && !data && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
        {!data && !preview.error && <Skeleton lines={5} />}
        {data?.needsOtherPerson && <p className="pr-asks">{t('pricing.publish.asks')}</p>}
        {data && <Consequences data={data} plans={plans} />}
      </div>
    </Dialog>
  )
}
