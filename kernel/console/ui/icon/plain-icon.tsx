import { createElement, type CSSProperties, type HTMLAttributes, memo, type ReactElement, type Ref } from 'react'
import './plain-icon.css'

/** Drawing of an icon in its package's format. */
interface Drawing {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children?: readonly Drawing[]
}

export interface IconDefinition {
  readonly name: string
  readonly icon: Drawing | ((primary: string, secondary: string) => Drawing)
}

interface PlainIconProps extends HTMLAttributes<HTMLSpanElement> {
  icon: IconDefinition
  spin?: boolean
  rotate?: number
  ref?: Ref<HTMLSpanElement>
}

const SVG = { width: '1em', height: '1em', fill: 'currentColor', focusable: 'false', 'aria-hidden': true } as const
const drawn = new WeakMap<IconDefinition, ReactElement>()

function draw({ tag, attrs, children = [] }: Drawing, key: number | undefined, more: object = {}): ReactElement {
  const { class: className, ...rest } = attrs
  return createElement(tag, { key, ...rest, className, ...more }, ...children.map((child, index) => draw(child, index)))
}

/** Returns the element of an icon, created once: React skips an identical element. */
function drawingOf(definition: IconDefinition): ReactElement {
  const known = drawn.get(definition)
  if (known) return known
  const { name, icon } = definition
  const made = draw(typeof icon === 'function' ? icon('#333', '#e6e6e6') : icon, undefined, {
    ...SVG,
    'data-icon': name,
  })
  drawn.set(definition, made)
  return made
}

/**
 * Draws every icon of `@ant-design/icons` in the built console (`apps/console/vite.config.ts`). Unlike the package's component it
 * does not look for a style sheet at every render, and it is hidden from screen readers unless it is named: the package's would
 * be read as "down" or "more" in a Chinese console.
 */
export const PlainIcon = memo(function PlainIcon({ icon, spin, rotate, className, ref, ...rest }: PlainIconProps) {
  const isSpinning = spin === true || icon.name === 'loading'
  const classes = ['anticon', `anticon-${icon.name}`, isSpinning ? 'anticon-spin' : '', className ?? '']
  const named = rest['aria-label'] !== undefined || rest['aria-labelledby'] !== undefined
  const turned: CSSProperties | undefined =
    rotate === undefined ? rest.style : { ...rest.style, rotate: `${rotate}deg` }
  return (
    <span
      {...(named ? { role: 'img' } : { 'aria-hidden': true })}
      {...rest}
      ref={ref}
      style={turned}
      className={classes.filter(Boolean).join(' ')}
    >
      {drawingOf(icon)}
    </span>
  )
})
