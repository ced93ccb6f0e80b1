import { Button, type ButtonProps } from 'antd'
import { useId } from 'react'

interface MainButtonProps extends Omit<ButtonProps, 'type' | 'disabled'> {
  /** What is missing before the button can be used, in words; null when nothing is. */
  readonly why: string | null
}

/** Draws the main button of a dialog's foot. While something is missing the button is grey, and the reason stands beside it. */
export function MainButton({ why, ...props }: MainButtonProps) {
  const id = useId()
  return (
    <>
      {/* No `output`: browsers take it for a control, and a control's text is no description of another one. */}
      <span id={id} className="w-why" aria-live="polite">
        {why}
      </span>
      <Button {...props} type="primary" disabled={why !== null} aria-describedby={why === null ? undefined : id} />
    </>
  )
}
