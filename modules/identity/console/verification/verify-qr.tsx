import { api, ApiError, Skeleton, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { type BindState, makeQrCode } from '../../contract/calls/binding.ts'
import { PasswordAgain } from './password-again.tsx'

interface VerifyQrProps {
  state: BindState
  isRebind: boolean
  /** Reads the state at once instead of with the next poll. */
  onAsk: () => Promise<void>
}

type Shown =
  | { kind: 'loading' }
  | { kind: 'picture'; url: string }
  | { kind: 'password' }
  | { kind: 'failed'; message: string }

/** Draws the QR code and its states: loading, shown, expired, declined, unavailable. */
export function VerifyQr({ state, isRebind, onAsk }: VerifyQrProps) {
  const { t } = useWords()
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  const [isKnown, setKnown] = useState(false)

  const load = async (signal?: AbortSignal): Promise<void> => {
    setShown({ kind: 'loading' })
    setKnown(false)
    try {
      const options = { quiet: true, fresh: true, ...(signal ? { signal } : {}) }
      const url = await api.call(makeQrCode, isRebind ? { rebind: true } : {}, options)
      setShown({ kind: 'picture', url })
      await onAsk()
      setKnown(true)
    } catch (error) {
      if (signal?.aborted) return
      const known = error instanceof ApiError ? error : null
      if (known?.code === 'identity.passwordOwed') return setShown({ kind: 'password' })
      setShown({ kind: 'failed', message: known?.message || t('kit.error.unreachable') })
    }
  }
  useEffect(() => {
    const abort = new AbortController()
    void load(abort.signal)
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one code per dialog; renewing is asked for
  }, [])

  if (shown.kind === 'password') return <PasswordAgain onDone={() => void load()} />
  const isOver = shown.kind === 'picture' && isKnown && state.qrUntil === null
  return (
    <div className="id-verify-qr">
      <div className="id-verify-code" data-over={isOver ? '' : undefined}>
        {shown.kind === 'loading' && <Skeleton lines={5} />}
        {shown.kind === 'picture' && (
          <img
            src={shown.url}
            alt={t('identity.verification.qrAlt')}
            width={200}
            height={200}
            onError={() => setShown({ kind: 'failed', message: t('identity.verification.over') })}
          />
        )}
      </div>
      {shown.kind === 'picture' && !isOver && (
        <>
          <p className="w-quiet">{t(`identity.verification.${state.app === 'standIn' ? 'scanStandIn' : 'scan'}`)}</p>
          {state.link && (
            <p>
              <a href={state.link} target="_blank" rel="noopener">
                {t('identity.verification.openHere')}
              </a>
            </p>
          )}
        </>
      )}
      {(isOver || shown.kind === 'failed') && (
        <div role="alert" className="id-verify-over">
          <p>
            {shown.kind === 'failed'
              ? shown.message
              : t(`identity.verification.${state.isDeclined ? 'declined' : 'over'}`)}
          </p>
          <Button type="primary" onClick={() => void load()}>
            {t('identity.verification.renew')}
          </Button>
        </div>
      )}
    </div>
  )
}
