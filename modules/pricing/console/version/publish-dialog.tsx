import { useQuery } from '@tanstack/react-query'
import {
  ApiError,
  Dialog,
  MainButton,
  ErrorState,
  Skeleton,
  toast,
  useCommand,
  useMay,
  useWords,
  waitsForApproval,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { problemOfPublication } from '@wattyard/resource'
import { assignPrices, type DraftPlan, version, type VersionDetail } from '../../contract/index.ts'
import { pricingQueries, targetsPayload } from '../api.ts'
import { AT_ONCE, isChosen, startAt, StartField } from '../start-field.tsx'
import { AssignPart, NO_STATIONS, placesOf } from './assign-part.tsx'
import { Consequences } from './consequences.tsx'

interface PublishDialogProps {
  readonly detail: VersionDetail
  readonly plans: readonly DraftPlan[]
  /** Revision of the plans. */
  readonly seen: number
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** Draws what will be charged where and from when, before the irreversible publication. */
export function PublishDialog({ detail, plans, seen, onClose, onDone }: PublishDialogProps) {
  const { t } = useWords()
  const [start, setStart] = useState(AT_ONCE)
  const [choice, setChoice] = useState(NO_STATIONS)
  const [isPublished, setPublished] = useState(false)
  const mayAssign = useMay('pricing.assignment:assign')
  const validFrom = startAt(start)
  const publish = useCommand(
    { resource: version, command: 'publish' },
    { also: ['pricing.policy', 'pricing.assignment', 'platform.approval'] },
  )
  const preview = useQuery({
    ...pricingQueries.publishPreview(detail.id, { validFrom, validTo: null }),
    // A published version cannot be published again: a preview read meanwhile would show that as a problem.
    enabled: !publish.isPending && !publish.isSuccess,
  })
  const assign = useCommand(assignPrices, { also: ['pricing.policy', 'pricing.version'] })
  const { data } = preview
  // What waits for another person has no price yet, so it cannot be assigned; once it is published it can.
  const asksWhere = mayAssign && (isPublished || (data?.placeCount === 0 && !data.needsOtherPerson))
  const places = asksWhere ? placesOf(choice, () => '') : []
  const refused = data?.publication.ok === false ? problemOfPublication(data.publication) : null
  const problem = refused ? t(`pricing.error.${refused.word}`, refused.params) : undefined
  const whyNot = (): string | null => {
    if (!isChosen(start)) return t('pricing.publish.chooseStart')
    if (!data) return t(preview.error ? 'kit.cannotNow' : 'kit.loading')
    if (asksWhere && places.length === 0 && choice.to !== 'later') return t('pricing.publish.chooseWhere')
    return isPublished ? null : (problem ?? null)
  }
  /** Publishes; resolves to whether the version is in force or will be, and not only asked for. */
  const publishNow = async (): Promise<boolean> => {
    const input = { seen, validFrom, replaceCurrent: Boolean(data?.ends) }
    const answer = await publish.mutateAsync({ ids: [detail.id], input })
    if (waitsForApproval(answer)) {
      toast.info(t('kit.commandWaits', { name: t('pricing.version.publish') }))
      return false
    }
    toast.good(t('pricing.publish.done', { number: detail.number }))
    return true
  }
  const send = async (): Promise<void> => {
    let isInForce = isPublished
    try {
      isInForce ||= await publishNow()
      setPublished(isInForce)
      if (isInForce && places.length > 0) {
        const input = {
          targets: targetsPayload(places),
          variant: 'all',
          effectiveFrom: validFrom,
          policy: detail.policy.id,
        }
        const { assigned } = await assign.mutateAsync({ input })
        toast.good(t('pricing.places.assigned', { count: assigned }))
      }
      onClose()
      await onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isInForce) await preview.refetch() // the client has shown the error; the preview may be outdated
    }
  }
  const action = (): string => {
    if (isPublished) return t('pricing.assignment.assign')
    if (data?.needsOtherPerson) return t('pricing.publish.ask')
    return t(places.length > 0 ? 'pricing.publish.andAssign' : 'pricing.version.publish')
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
          <MainButton why={whyNot()} loading={publish.isPending || assign.isPending} onClick={() => void send()}>
            {action()}
          </MainButton>
        </>
      }
    >
      <div className="pr-publish">
        <StartField label={t('pricing.version.validFrom')} value={start} onChange={setStart} error={problem} />
        {preview.error && !data && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
        {!data && !preview.error && <Skeleton lines={5} />}
        {data?.needsOtherPerson && <p className="pr-asks">{t('pricing.publish.asks')}</p>}
        {data && <Consequences data={data} plans={plans} asksWhere={asksWhere} />}
        {asksWhere && <AssignPart value={choice} onChange={setChoice} />}
        {data?.placeCount === 0 && data.needsOtherPerson && (
          <p className="w-quiet">{t('pricing.publish.assignAfterwards')}</p>
        )}
      </div>
    </Dialog>
  )
}
