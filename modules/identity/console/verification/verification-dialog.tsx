import { Dialog, Skeleton, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type BindState } from '../../contract/calls/binding.ts'
import { FactorSetup } from '../personal/factor-setup.tsx'
import { useBindState } from './use-bind-state.ts'
import { VerifyCode } from './verify-code.tsx'
import { VerifyQr } from './verify-qr.tsx'
import './verification.css'

interface VerificationDialogProps {
  /** `verify`: the server requires it. `bind`: the person wants to bind an account, or another one. */
  kind: 'verify' | 'bind'
  onClose: () => void
  /** Signs out; the only way out of a dialog that cannot be closed. */
  onSignOut?: () => void
}

/** Time in ms that the success message is shown before the page reloads. */
const RELOAD_MS = 1_000

/** Returns whether it is done: verified, or, when binding, another account than before (contract §4). */
function isDone(kind: 'verify' | 'bind', before: BindState, now: BindState): boolean {
  return kind === 'verify' ? !now.due : now.openid !== '' && now.openid !== before.openid
}

/**
 * Draws the safety authentication: a QR code for the messaging app, a code of an authenticator app, or the setup of the first of
 * them.
 */
export function VerificationDialog({ kind, onClose, onSignOut }: VerificationDialogProps) {
  const { t } = useWords()
  const [isSetup, setSetup] = useState(false)
  const [isOver, setOver] = useState(false)
  const { state, isUnreachable, ask } = useBindState(isSetup || isOver, (now, first) => {
    if (isOver || !isDone(kind, first, now)) return
    setOver(true)
    toast.good(t('identity.verification.done'))
    setTimeout(() => location.reload(), RELOAD_MS)
  })

  const mayClose = state !== null && (state.closable || !state.due)
  const isFirst = state !== null && state.openid === '' && !state.hasCode
  const byPhone = state !== null && state.app !== null && (kind === 'bind' || isFirst || state.openid !== '')
  const byCode = kind === 'verify' && state?.hasCode === true
  if (isOver) return null
  return (
    <>
      <Dialog
        open
        width="35%"
        title={t('identity.verification.title')}
        onClose={mayClose ? onClose : undefined}
        foot={
          state && !mayClose && onSignOut ? (
            <Button onClick={onSignOut}>{t('identity.verification.signOut')}</Button>
          ) : undefined
        }
      >
        <div className="id-verify">
          {isUnreachable && (
            <p className="w-field-error" role="alert">
              {t('identity.verification.unreachable')}
            </p>
          )}
          {!state && !isUnreachable && <Skeleton lines={4} />}
          {state && <p>{t(`identity.verification.${why(kind, state, isFirst)}`)}</p>}
          {state && byPhone && <VerifyQr state={state} isRebind={kind === 'bind' && state.openid !== ''} onAsk={ask} />}
          {byCode && <VerifyCode onDone={ask} />}
          {state && kind === 'bind' && state.app === null && <p>{t('identity.verification.noApp')}</p>}
          {kind === 'verify' && isFirst && (
            <div className="id-verify-other">
              <p className="w-quiet">{t(`identity.verification.${byPhone ? 'orCode' : 'byCode'}`)}</p>
              <Button onClick={() => setSetup(true)}>{t('identity.verification.setUpCode')}</Button>
            </div>
          )}
        </div>
      </Dialog>
      {isSetup && (
        <FactorSetup
          onClose={() => {
            setSetup(false)
            void ask()
          }}
        />
      )}
    </>
  )
}

/** Returns the key of the text that explains the dialog. */
function why(kind: 'verify' | 'bind', state: BindState, isFirst: boolean): string {
  if (kind === 'bind') return state.openid === '' ? 'whyBind' : 'whyRebind'
  if (isFirst) return 'whyFirst'
  return state.closable ? 'whyReminded' : 'whyDue'
}
