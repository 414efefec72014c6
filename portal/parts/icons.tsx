import type { ComponentChildren } from 'preact'

/** An icon of lines, as wide as the text is high. It says nothing to screen readers: the text beside it does. */
function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

const drawn = (d: string) => () => (
  <Icon>
    <path d={d} />
  </Icon>
)

export const CloseIcon = drawn('M3.5 3.5l9 9m0-9l-9 9')
export const CopyIcon = drawn('M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z')
export const CheckIcon = drawn('M2.5 8.5l3.5 3.5 7.5-8')
export const CodeIcon = drawn('M5 4L1.5 8 5 12m6-8l3.5 4-3.5 4')
export const SearchIcon = drawn('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.6-1.4L14 14')
export const MenuIcon = drawn('M2 4h12M2 8h12M2 12h12')
export const DownIcon = drawn('M4 6l4 4 4-4')
export const GoodIcon = drawn('M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM5 8.3l2.2 2.2L11.2 6')
export const WarnIcon = drawn('M8 1.8l6.6 12H1.4zM8 6.2v3.4m0 2v.2')
export const BadIcon = drawn('M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.5v4m0 2.6v.2')
export const InfoIcon = drawn('M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 7.4v4M8 4.7v.2')
