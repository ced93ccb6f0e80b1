import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { REVEALED_SECONDS, revealPersonal } from '@wattyard/calls'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useSecond } from '../ui/use-now.ts'
import { useWords } from '../words/use-words.ts'
import { isReason, ReasonField } from './reason-field.tsx'
import './personal.css'

/** Personal data of one record in clear. */
export interface Revealed {
  readonly values: Readonly<Record<string, string>>
  /** When they are hidden again, epoch ms of this machine. */
  readonly until: number
}

interface RevealProps {
  readonly resource: string
  readonly id: string
  readonly revealed: Revealed | null
  readonly onRevealed: (revealed: Revealed | null) => void
}

/** Draws the button that shows hidden personal data of one record, for a minute and with a reason; then the time that is left. */
export function RevealButton({ resource, id, revealed, onRevealed }: RevealProps) {
  return revealed ? (
    <Countdown until={revealed.until} onOver={() => onRevealed(null)} />
  ) : (
    <AskForReason resource={resource} id={id} onRevealed={onRevealed} />
  )
}

function Countdown({ until, onOver }: { until: number; onOver: () => void }) {
  const { t } = useWords()
  const left = Math.ceil((until - useSecond()) / 1_000)
  useEffect(() => {
    if (left <= 0) onOver()
  }, [left, onOver])
  return (
    <>
      <span className="w-num">{t('kit.personal.shown', { seconds: Math.max(0, left) })}</span>
      <Button size="small" icon={<EyeInvisibleOutlined />} onClick={onOver}>
        {t('kit.personal.hide')}
      </Button>
    </>
  )
}

interface AskForReasonProps {
  resource: string
  id: string
  onRevealed: (revealed: Revealed) => void
}

function AskForReason({ resource, id, onRevealed }: AskForReasonProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reveal = useMutation({
    mutationFn: () => api.call(revealPersonal, { resource, id, reason: reason.trim() }, { quiet: true }),
    onSuccess: ({ values, seconds }) => {
      setOpen(false)
      onRevealed({ values, until: Date.now() + seconds * 1_000 })
    },
  })
  const submit = (): void => {
    setMissing(!isReason(reason))
    if (isReason(reason)) reveal.mutate()
  }
  return (
    <>
      <span className="w-quiet">{t('kit.personal.hidden')}</span>
      <Button size="small" icon={<EyeOutlined />} onClick={() => setOpen(true)}>
        {t('kit.personal.show')}
      </Button>
      <Dialog
        open={isOpen}
        width={440}
        title={t('kit.personal.title')}
        onClose={() => setOpen(false)}
        foot={
          <>
            <Button onClick={() => setOpen(false)}>{t('kit.cancel')}</Button>
            <Button type="primary" loading={reveal.isPending} onClick={submit}>
              {t('kit.personal.show')}
            </Button>
          </>
        }
      >
        <form
          className="w-form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          <p className="w-quiet">{t('kit.personal.why', { seconds: REVEALED_SECONDS })}</p>
          <ReasonField
            value={reason}
            isMissing={isMissing}
            onChange={text => {
              setReason(text)
              if (isReason(text)) setMissing(false)
            }}
          />
          {reveal.error && <ErrorState error={reveal.error} />}
        </form>
      </Dialog>
    </>
  )
}
