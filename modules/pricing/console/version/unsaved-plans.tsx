import { ApiError, useCommand, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { createVersionDraft, type DraftPlan, saveVersionDraft, type VersionDetail } from '../../contract/index.ts'
import { COPY_OF_VERSION, policyLink } from '../links.ts'

/** Revision of a draft that was just created. */
const FIRST_REVISION = 1

interface UnsavedPlansProps {
  readonly detail: VersionDetail
  /** Edited content that was not saved when somebody else published the draft. */
  readonly plans: readonly DraftPlan[]
}

/** Tells that a draft was published by somebody else while it was edited here, and makes the unsaved changes a new draft. */
export function UnsavedPlans({ detail, plans }: UnsavedPlansProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const create = useCommand(createVersionDraft)
  const save = useCommand(saveVersionDraft)
  const begin = async (): Promise<void> => {
    try {
      const input = { policy: detail.policy.id, copyOf: detail.id, ...COPY_OF_VERSION }
      const { id } = await create.mutateAsync({ input })
      // The content is JSON already; only its readonly lists keep it from being a Payload.
      const content = JSON.parse(JSON.stringify({ plans, note: detail.note, seen: FIRST_REVISION }))
      await save.mutateAsync({ ids: [id], input: content })
      await navigate(policyLink(detail.policy.id, id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the client has shown the error
    }
  }
  return (
    <div className="w-banner" data-tone="wait" role="alert">
      <span className="w-grow">{t('pricing.unsaved.text', { name: detail.publishedBy ?? '' })}</span>
      <Button size="small" type="primary" loading={create.isPending || save.isPending} onClick={() => void begin()}>
        {t('pricing.unsaved.begin')}
      </Button>
    </div>
  )
}
