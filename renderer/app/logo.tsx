export const Logo = () => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="var(--accent-text)"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M2 12.5h5.5l3-7H16M13 2.5l3 3-3 3" />
  </svg>
);
