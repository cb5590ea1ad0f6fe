// Exact numbers: a fraction of two whole numbers of any size, always in lowest terms, the second above zero.

const gcd = (a, b) => {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
};

const make = (top, bottom = 1n) => {
  const sign = bottom < 0n ? -1n : 1n;
  const shared = gcd(top, bottom) * sign || 1n;
  return { top: top / shared, bottom: bottom / shared };
};

const ZERO = make(0n);
const add = (a, b) => make(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const subtract = (a, b) => make(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
const multiply = (a, b) => make(a.top * b.top, a.bottom * b.bottom);
const divide = (a, b) => make(a.top * b.bottom, a.bottom * b.top);
const isBelow = (a, b) => a.top * b.bottom < b.top * a.bottom;

// A fraction as the program that wrote the page writes it: 7, -3/4.
const read = (text) => {
  const [top, bottom] = text.split("/");
  return make(BigInt(top), BigInt(bottom ?? "1"));
};

// Money as a person types it: 25, 2.50; null for what is none.
const readMoney = (text) => {
  const found = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!found) return null;
  const part = found[2] ?? "";
  return make(BigInt(found[1] + part), 10n ** BigInt(part.length));
};

// A pay as a person types it: 25, 3/2, 1.5, push; null for what is none.
const readPay = (text) => {
  const plain = text.trim().toLowerCase();
  if (plain === "push" || plain === "pushes") return ZERO;
  const money = readMoney(plain);
  if (money) return money;
  const ratio = /^(\d{1,15})\/(\d{1,15})$/.exec(plain);
  return ratio && BigInt(ratio[2]) ? make(BigInt(ratio[1]), BigInt(ratio[2])) : null;
};

const write = (value) => (value.bottom === 1n ? `${value.top}` : `${value.top}/${value.bottom}`);

const MINUS = "\u2212";

// So many decimals, halves away from zero, thousands marked; as the printed figures are rounded.
const round = (value, places) => {
  const size = value.top < 0n ? -value.top : value.top;
  const scaled = size * 10n ** BigInt(places);
  const whole = (2n * scaled + value.bottom) / (2n * value.bottom);
  const digits = `${whole}`.padStart(places + 1, "0");
  const cut = digits.length - places;
  const front = digits.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = value.top < 0n && whole ? MINUS : "";
  return sign + front + (places ? `.${digits.slice(cut)}` : "");
};

const HUNDRED = make(100n);
const showPercent = (value) => `${round(multiply(value, HUNDRED), 4)}%`;
const showPoints = (value) => {
  const text = round(multiply(value, HUNDRED), 4);
  if (value.top && !/[1-9]/.test(text)) return "under 0.0001";
  return value.top > 0n ? `+${text}` : text;
};
const showExact = (value) => write(value).replace("-", MINUS);
